import './check-node.mjs';
import { develop } from './commands/develop.ts';

await develop();
