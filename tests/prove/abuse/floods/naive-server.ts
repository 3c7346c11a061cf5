import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

/** The naive control: it answers everybody at once, repeats what it is sent, and waits for ever. */
const server = createServer((request, response) => {
  // A page of its own for each visitor, as large as one of the product.
  if (request.url?.startsWith('/sub/'))
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: \n\n');
  else response.end(Buffer.alloc(60_000, 'x'));
});
server.headersTimeout = 0;
server.requestTimeout = 0;
const sockets = new WebSocketServer({ server });
sockets.on('connection', (socket) => {
  socket.on('error', () => undefined);
  socket.on('message', (data) => socket.send(String(data).replace('ping', 'pong')));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : 0);
});
