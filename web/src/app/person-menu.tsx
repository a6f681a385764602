import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { Menu, useMantineColorScheme } from '@mantine/core';
import type { MantineColorScheme } from '@mantine/core';
import { IconListCheck, IconLogout, IconShieldCog, IconTrash, IconUser } from '@tabler/icons-react';
import { useTexts } from '../platform/i18n.ts';
import { AppLink } from '../ui/app-link.tsx';
import { useOpenAtOnce } from '../ui/on-demand.tsx';
import type { OnDemandProps } from '../ui/on-demand.tsx';
import { LocaleSwitch } from './locale-switch.tsx';
import { signOut } from '../platform/sign-out.ts';
import css from './top-bar.module.css';

const schemes = ['auto', 'light', 'dark'] as const;

/** Who is signed in, the colours and the language, and the way out. */
export default function PersonMenu({ me, button }: OnDemandProps & { me: Me }) {
  const { opened, setOpened, target } = useOpenAtOnce(button);
  const t = useTexts('app');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu width={240} opened={opened} onChange={setOpened}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <div className={css.personName}>
          {me.full_name}
          <br />
          {me.email}
        </div>
        <Menu.Item component={AppLink} href="/lk/profile" leftSection={<IconUser size={16} />}>
          {t('top.profile')}
        </Menu.Item>
        {me.role !== null && (
          <Menu.Item component={AppLink} href="/lk/jobs" leftSection={<IconListCheck size={16} />}>
            {t('top.jobs')}
          </Menu.Item>
        )}
        {me.role === 'business' && (
          <Menu.Item component={AppLink} href="/lk/business/bin" leftSection={<IconTrash size={16} />}>
            {t('top.bin')}
          </Menu.Item>
        )}
        {me.role && me.platform_rights.length > 0 && (
          <Menu.Item component={AppLink} href="/admin" leftSection={<IconShieldCog size={16} />}>
            {t('nav.admin')}
          </Menu.Item>
        )}
        <Menu.Label>{t('top.colors')}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
        >
          {schemes.map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {t(`top.colors_${scheme}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <div className="mantine-hidden-from-sm">
          <Menu.Label>{t('top.language')}</Menu.Label>
          <div className={css.personName}>
            <LocaleSwitch />
          </div>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
          {t('top.sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
