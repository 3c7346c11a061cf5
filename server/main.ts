import './check-node.mjs';
// React and everything built with it read this when they are loaded.
process.env.NODE_ENV = 'production';
const { serve } = await import('./commands/serve.ts');
await serve();
