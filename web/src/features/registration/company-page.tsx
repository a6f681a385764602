import { useKind } from './registration.data.ts';
import { CompanyForm } from './company-form.tsx';
import { PersonForm } from './person-form.tsx';
import { Step } from './step-frame.tsx';

/** БИН or ИИН first; the rest out of the register, where it answers. */
export default function CompanyPage() {
  const kind = useKind();
  return (
    <Step stages={['company_data']}>
      {(state) => (kind === 'business' ? <CompanyForm state={state} /> : <PersonForm state={state} />)}
    </Step>
  );
}
