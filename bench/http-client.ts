/** Asks one address again and again for a while and tells its parent how often it was answered in a second. */
import { Agent, get } from 'node:http';

const [url, token, at_once, duration_ms] = process.argv.slice(2) as [string, string, string, string];
const agent = new Agent({ keepAlive: true, maxSockets: Number(at_once) });
const end = Date.now() + Number(duration_ms);
let done = 0;

function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`));
      response.resume().on('end', resolve);
    }).on('error', reject);
  });
}

const hands = Array.from({ length: Number(at_once) }, async () => {
  while (Date.now() < end) {
    await ask();
    done++;
  }
});
await Promise.all(hands);
process.send!(done / (Number(duration_ms) / 1000));
process.disconnect();
agent.destroy();
