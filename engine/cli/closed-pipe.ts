/** Ignores a closed output pipe, as in `npm run check | head -1`; the exit code stays that of the command. */
export function allowClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
