import { inspect } from 'node:util';

/**
 * Runs the benches of the command line one after another in this process: to read the whole server again for each costs
 * more than their small sizes do. Each begins with a line `# <name>`; what fails says `! <reason>`, and the next one runs.
 */
for (const name of process.argv.slice(2)) {
  console.log(`# ${name}`);
  const failed = await import(`./${name}`).then(
    () => process.exitCode && `exit code ${process.exitCode}`,
    (error: unknown) => inspect(error),
  );
  process.exitCode = 0;
  if (failed) console.log(`! ${JSON.stringify(failed)}`);
}
