import { Button, NativeSelect } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Answer } from '../../platform/api.ts';
import { blobOf } from '../../platform/file-digest.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import css from './newcomer-help.module.css';

type Sample = Answer<'sandbox.sample'>;
type Kind = 'too' | 'ip' | 'individual';

export type SandboxHelpProps =
  | { of: 'code'; to: string; onFill: (code: string) => void }
  | { of: 'sample'; kinds: readonly Kind[]; field: keyof Sample; onFill: (sample: Sample) => void }
  | {
      of: 'keys';
      owner: { bin: string; name: string; ceo: string };
      onOpen: OpenKey;
    }
  | { of: 'people'; name?: string; onOpen: OpenKey };
type OpenKey = (file: Uint8Array, password: string) => Promise<unknown>;
type Of<K extends SandboxHelpProps['of']> = Extract<SandboxHelpProps, { of: K }>;

/** A code may be sent again while the page is open. */
const ASK_EVERY_MS = 2_000;
const forever = { staleTime: Number.POSITIVE_INFINITY };

/** Help for whoever tries the product out: made-up data, the code that was not sent, test keys. */
export function NewcomerHelp(props: SandboxHelpProps) {
  if (props.of === 'code') return <Code {...props} />;
  if (props.of === 'sample') return <SampleData {...props} />;
  if (props.of === 'people') return <PeopleKeys {...props} />;
  return <Keys {...props} />;
}

function Code({ to, onFill }: Of<'code'>) {
  const t = useTexts('sandbox-newcomer');
  // What is kept may be the code of the step before: the same registration had one for its phone.
  const { data, isFetchedAfterMount } = useCall(
    'sandbox.code',
    { query: { to } },
    { enabled: to !== '', staleTime: 0, refetchInterval: ASK_EVERY_MS },
  );
  const code = data?.code;
  if (!code || !isFetchedAfterMount) return null;
  return (
    <Help hint={t('code_hint')}>
      <Button variant="default" onClick={() => onFill(code)}>
        {t('code', { code })}
      </Button>
    </Help>
  );
}

function SampleData({ kinds, ...rest }: Of<'sample'>) {
  const t = useTexts('sandbox-newcomer');
  return (
    <Help hint={t('sample_hint')}>
      {kinds.map((kind) => (
        <Fill key={kind} kind={kind} {...rest} />
      ))}
    </Help>
  );
}

function Fill({ kind, field, onFill }: Pick<Of<'sample'>, 'field' | 'onFill'> & { kind: Kind }) {
  const t = useTexts('sandbox-newcomer');
  const { data: sample } = useCall('sandbox.sample', { query: { kind } }, forever);
  const name = field === 'bin' && kind !== 'too' ? 'iin' : field;
  return (
    <Button
      variant="default"
      className={css.fill}
      disabled={!sample}
      onClick={() => sample && onFill(sample)}
    >
      {t(name, { value: sample?.[field] ?? '…' })}
    </Button>
  );
}

/** Keys made for whoever registers: one click each, or a file as a real one would be. */
function Keys({ owner, onOpen }: Of<'keys'>) {
  const t = useTexts('sandbox-newcomer');
  const { data: keys, refetch } = useCall(
    'sandbox.issue_keys',
    { body: { bin: owner.bin, company_name: owner.name, full_name: owner.ceo } },
    { ...forever, meta: { makes: true } },
  );
  const [busy, setBusy] = useState<string | null>(null);
  if (!keys) return null;
  const open = async (key: (typeof keys)[number]) => {
    setBusy(key.role);
    await onOpen(new TextEncoder().encode(key.pkcs12), key.password).catch(() => refetch());
    setBusy(null);
  };
  return (
    <Help hint={t('keys_hint', { password: keys[0]?.password ?? '' })}>
      {keys.map((key) => (
        <div key={key.role} className={css.key}>
          <Button
            variant="default"
            leftSection={<IconKey size={16} aria-hidden />}
            loading={busy === key.role}
            disabled={busy !== null && busy !== key.role}
            onClick={() => void open(key)}
          >
            {t(`role_${key.role}`, { name: owner.ceo })}
          </Button>
          <DownloadButton
            variant="subtle"
            aria-label={t('download_named', { name: key.file_name })}
            onClick={() => saveFile(blobOf(key.pkcs12), key.file_name)}
          >
            {t('download')}
          </DownloadButton>
        </div>
      ))}
    </Help>
  );
}

/** Keys of a person by name, or of whoever is chosen, where nobody has signed in: one click each. */
function PeopleKeys({ name, onOpen }: Of<'people'>) {
  const t = useTexts('sandbox-newcomer');
  // Whoever has just registered has a key, too.
  const { data = [] } = useCall('sandbox.phone_keys', undefined, { staleTime: 0 });
  const [chosen, setChosen] = useState('0');
  const [busy, setBusy] = useState<string | null>(null);
  const people = data.filter((person) => name === undefined || person.name === name);
  const person = people[Number(chosen)];
  if (!person) return null;
  const open = async ({ file_name, pkcs12, password }: (typeof person.keys)[number]) => {
    setBusy(file_name);
    await onOpen(new TextEncoder().encode(pkcs12), password).catch(() => undefined);
    setBusy(null);
  };
  return (
    <Help hint={t('people_hint')}>
      {people.length > 1 && (
        <NativeSelect
          label={t('owner')}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={people.map((one, at) => ({
            value: String(at),
            label: one.company === one.name ? one.name : `${one.name}, ${one.company}`,
          }))}
        />
      )}
      {person.keys.map((key) => (
        <Button
          key={key.file_name}
          variant="default"
          leftSection={<IconKey size={16} aria-hidden />}
          loading={busy === key.file_name}
          disabled={busy !== null && busy !== key.file_name}
          onClick={() => void open(key)}
        >
          {t(key.algorithm)}
        </Button>
      ))}
    </Help>
  );
}

function Help({ hint, children }: { hint: string; children: ReactNode }) {
  const t = useTexts('sandbox-newcomer');
  return (
    <section className={css.help} aria-label={t('title')}>
      <p className="k-flat k-bold">{t('title')}</p>
      <p className={`k-flat ${css.hint}`}>{hint}</p>
      {children}
    </section>
  );
}
