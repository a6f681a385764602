import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { nameOnPaper } from '@kelisim/shared/kernel/name-on-paper.ts';
import { Menu } from '@mantine/core';
import { errorText } from '../platform/error-text.ts';
import { switchCompany } from '../platform/switch-company.ts';
import { useLocale } from '../platform/i18n.ts';
import { useOpenAtOnce } from '../ui/on-demand.tsx';
import { toasts } from '../ui/toasts.ts';
import type { OnDemandProps } from '../ui/on-demand.tsx';

/** The companies of the person, the current one marked. */
export default function CompanyMenu({ me, button }: OnDemandProps & { me: Me }) {
  const { opened, setOpened, target } = useOpenAtOnce(button);
  const locale = useLocale();
  const choose = async (company_id: number) => {
    if (company_id === me.company?.id) return;
    try {
      await switchCompany(company_id);
    } catch (reason) {
      toasts.error(errorText(reason), { id: 'company' });
    }
  };
  return (
    <Menu position="bottom-start" opened={opened} onChange={setOpened}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={String(me.company?.id)} onChange={(id) => void choose(Number(id))}>
          {me.companies.map((company) => (
            <Menu.RadioItem key={company.id} value={String(company.id)}>
              {nameOnPaper(company, locale)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
