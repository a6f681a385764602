import { CodePanel } from './code-panel.tsx';
import { Step } from './step-frame.tsx';

/** The code of the SMS, for a company on a screen of its own. */
export default function PhonePage() {
  return <Step stages={['phone_code']}>{(state) => <CodePanel of="phone" state={state} />}</Step>;
}
