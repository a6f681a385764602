import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Button, NativeSelect } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { queryClient } from '../../platform/query.ts';
import { useMonths } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { openDownload } from '../../ui/save-file.ts';

/** All papers of a month as one archive; the last whole month is offered first. */
export function PackageCard() {
  const t = useTexts('month-package');
  const [today] = useState(() => almatyDate(new Date()));
  const [month, setMonth] = useState(() => addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7));
  const months = useMonths(today);
  const download = useMutation(
    {
      mutationFn: async () => openDownload((await api.call('month_package.ticket', { body: { month } })).url),
    },
    queryClient,
  );
  return (
    <Card title={t('title')}>
      <div className="k-stack k-gap-12">
        <p className="k-second k-flat">{t('about')}</p>
        <div className="k-row k-gap-12 k-bottom">
          <NativeSelect
            label={t('month')}
            value={month}
            data={months}
            onChange={(event) => setMonth(event.currentTarget.value)}
          />
          <Button
            variant="default"
            leftSection={<IconFileZip size={16} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {t('download')}
          </Button>
        </div>
      </div>
    </Card>
  );
}
