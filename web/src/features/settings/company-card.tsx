import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { TermHelp } from '../../ui/term-help.tsx';
import { CompanyDialog } from './company-dialog.tsx';
import type { CompanyView } from './settings.data.ts';
import css from './settings.module.css';

export function CompanyCard({ company, may_change }: { company: CompanyView; may_change: boolean }) {
  const t = useTexts('settings');
  const f = useFormats();
  const [open, setOpen] = useState(false);
  const none = <span className={css.second}>{t('company.none')}</span>;
  const { bin, phone } = company;
  return (
    <Card
      title={t('company.title')}
      aside={
        may_change && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('company.edit')}
          </Button>
        )
      }
    >
      <KeyValue
        rows={[
          { label: t('company.name'), value: company.name },
          ...(company.name_request
            ? [{ label: '', value: t('company.name_waits', { name: company.name_request.name }) }]
            : []),
          { label: t('company.name_kz'), value: company.name_kz ?? none },
          { label: t('company.display_name'), value: company.display_name ?? none },
          {
            label: t('company.bin'),
            value: <span className="k-figures">{bin}</span>,
            copy: bin,
            help: <TermHelp term="bin" word={t('company.bin')} />,
          },
          { label: t('company.address'), value: company.address ?? none },
          { label: t('company.ceo_name'), value: company.ceo_name ?? none },
          { label: t('company.director_position'), value: company.director_position ?? none },
          { label: t('company.contact_fio'), value: company.contact_fio ?? none },
          { label: t('company.phone'), value: phone ? f.phone(phone) : none },
          { label: t('company.email'), value: company.email ?? none },
          { label: t('company.oked'), value: company.oked ?? none },
          { label: t('company.occupation'), value: company.occupation ?? none },
          ...(company.role === 'business'
            ? [
                {
                  label: t('company.document_language'),
                  value: t(`company.in_${company.document_language}`),
                },
              ]
            : []),
        ]}
      />
      {open && <CompanyDialog company={company} onClose={() => setOpen(false)} />}
    </Card>
  );
}
