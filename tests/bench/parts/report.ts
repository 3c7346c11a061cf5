/** Said by a measured server when it listens; afterwards it gives its processor time whenever it is asked. */
export function reportTo(parent: NodeJS.Process, port: number): void {
  parent.on('message', () => {
    const { user, system } = process.cpuUsage();
    parent.send?.({ cpu: user + system });
  });
  parent.on('disconnect', () => parent.kill(parent.pid, 'SIGKILL'));
  parent.send?.({ port });
}
