// Loaded into the server under test: says on a socket how much of the processor it has used, what it holds, and which routes it has.
import { subscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';

const routes = [];
subscribe('fastify.initialization', ({ fastify }) => {
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push([each, url]);
  });
});

createServer((request, response) => {
  if (request.url === '/collect') globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { heapUsed, external } = process.memoryUsage();
  response.end(
    JSON.stringify({
      milliseconds: (user + system) / 1_000,
      bytes: heapUsed + external,
      routes: request.url === '/routes' ? routes : [],
    }),
  );
})
  .listen(process.env.COSTS_SOCKET)
  .unref();
