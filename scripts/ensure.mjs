// Makes node_modules what package-lock.json says, before every `npm start`, `npm test` and the like.
import { ensurePackages } from './ensure-packages.mjs';

await ensurePackages().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
