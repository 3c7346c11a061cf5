/**
 * Lets a command end as it would when nobody reads what it writes any more, as in `npm run check | head -1`: anyone who closed the pipe has
 * all they wanted, and the exit code stays that of the command.
 */
export function allowClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
