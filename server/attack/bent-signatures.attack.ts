/**
 * every byte of two messages that carry their proofs, of one signer and of two, is changed by one bit and by all.
 * Each changed message is refused or says exactly what it said before; nothing throws.
 */
import { BENDS, faultOf, messages, verifyBent } from '../../eds/test/bent-messages.ts';
import { report } from './report.ts';

const faults: string[] = [];
let tries = 0;
let accepted = 0;
for (const [name, { cms, trust }] of Object.entries(messages)) {
  const good = await verifyBent(cms, trust);
  if (good.status !== 'valid') faults.push(`${name} is not valid to begin with`);
  for (const [how, , bend] of BENDS)
    for (const at of cms.keys()) {
      const bent = cms.slice();
      bent[at] = bend(bent[at]!, at);
      const verdict = await verifyBent(bent, trust);
      const fault = faultOf(good, verdict);
      if (fault) faults.push(`${name}, ${how} of byte ${at}: ${fault}`);
      if (verdict.status === 'valid') accepted++;
      tries++;
    }
}
const passed = report({ attack: 'bent_signatures', passed: faults.length === 0, tries, accepted, faults });
process.exitCode = passed ? 0 : 1;
