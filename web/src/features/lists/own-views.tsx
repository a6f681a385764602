import type { ListName } from '@kelisim/shared/features/lists/list-look.ts';
import type { SavedView } from '@kelisim/shared/features/lists/list-views.contract.ts';
import { Button, Menu, TextInput } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { offerUndo } from '../../ui/undo.ts';
import { changeView, deleteView, saveView } from './change-views.data.ts';

export interface OwnViewsProps {
  list: ListName;
  /** All of them, where the list shows no tabs. */
  tabs: readonly { key: string; label: string; href: string }[];
  /** What the address says. */
  query: SavedView['query'];
  /** The own view on the screen. */
  current: SavedView | undefined;
}

const bodyOf = ({ name, query, is_default }: SavedView) => ({ name, query, is_default });

/** What is shown at once waits in no window; why it did not last is said on the page. */
async function saying(deed: () => Promise<void>): Promise<void> {
  try {
    await deed();
  } catch (error) {
    toasts.error(errorText(error));
  }
}

type Asked = 'save' | 'change' | 'delete';

/** Keeps what is on the screen under a name, and changes the own view that is on the screen. */
export default function OwnViews({ list, tabs, query, current }: OwnViewsProps) {
  const t = useTexts('lists');
  const [asked, setAsked] = useState<Asked | null>(null);
  const setDefault = (view: SavedView) =>
    saying(async () => {
      await changeView(list, { ...view, is_default: !view.is_default });
      offerUndo(t('own_views.changed', { name: view.name }), () => changeView(list, view));
    });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
            {t('own_views.menu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {tabs.map((tab) => (
            <Menu.Item key={tab.key} component={AppLink} href={tab.href}>
              {tab.label}
            </Menu.Item>
          ))}
          {tabs.length > 0 && <Menu.Divider />}
          {!current && <Menu.Item onClick={() => setAsked('save')}>{t('own_views.save')}</Menu.Item>}
          {current && (
            <>
              <Menu.Item onClick={() => setAsked('change')}>
                {t('own_views.change', { name: current.name })}
              </Menu.Item>
              <Menu.Item onClick={() => void setDefault(current)}>
                {t(current.is_default ? 'own_views.not_default' : 'own_views.make_default', {
                  name: current.name,
                })}
              </Menu.Item>
              <Menu.Item onClick={() => setAsked('delete')}>
                {t('own_views.delete', { name: current.name })}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {(asked === 'save' || asked === 'change') && (
        <NameDialog
          list={list}
          query={query}
          view={asked === 'change' ? current : undefined}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'delete' && current && (
        <ConfirmDialog
          opened
          tone="bad"
          title={t('own_views.delete_ask', { name: current.name })}
          confirmLabel={t('own_views.remove')}
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            void saying(async () => {
              await deleteView(list, current.id);
              offerUndo(t('own_views.deleted', { name: current.name }), () =>
                saveView(list, bodyOf(current)),
              );
            });
          }}
        >
          <p>{t('own_views.delete_hint')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface NameDialogProps {
  list: ListName;
  query: SavedView['query'];
  /** The one that gets another name; a new one without it. */
  view: SavedView | undefined;
  onClose: () => void;
}

function NameDialog({ list, query, view, onClose }: NameDialogProps) {
  const t = useTexts('lists');
  const [name, setName] = useState(view?.name ?? '');
  const keep = async () => {
    const saved = t('own_views.saved', { name: name.trim() });
    if (view)
      return void saying(async () => {
        await changeView(list, { ...view, name: name.trim() });
        offerUndo(saved, () => changeView(list, view));
      });
    await saveView(list, { name, query, is_default: false });
    toasts.success(saved);
  };
  return (
    <ConfirmDialog
      opened
      title={view ? t('own_views.change', { name: view.name }) : t('own_views.save')}
      confirmLabel={t('own_views.keep')}
      disabled={name.trim() === ''}
      onClose={onClose}
      onConfirm={keep}
    >
      <TextInput
        label={t('own_views.name')}
        description={view ? undefined : t('own_views.name_hint')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
        required
      />
    </ConfirmDialog>
  );
}
