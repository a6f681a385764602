import type { ComponentType } from 'react';
import { SignInAgain } from '../features/auth/sign-in-again.tsx';
import { RunningWorkSlot } from '../features/jobs/running-work-slot.tsx';
import { NewsSlot } from '../features/notices/news-slot.tsx';
import { UnreadCount } from '../features/notices/unread-count.tsx';
import { SearchSlot } from '../features/search/search-slot.tsx';
import { OverdueSlot } from '../features/tariff/public.ts';
import { ContactUs } from '../features/support/contact-us.tsx';

/** Places of the frame that features fill: one line each, when the feature is there. */
export const slots: {
  /** The wide search in the middle of the top bar (Ctrl K), which leads to every section too. */
  search?: ComponentType<{ places: readonly { href: string; label: string }[] }>;
  /** The plus: what can be created. */
  create?: ComponentType;
  /** Above every page of the cabinet. */
  banner?: ComponentType;
  /** Long work that is going on; nothing while there is none. */
  work?: ComponentType;
  /** News in the bell, above the errors of this session. */
  news?: ComponentType<{ onLeave: () => void }>;
  /** How much of it is unread, on the bell. */
  unread?: ComponentType;
  /** The form inside the overlay that appears when the session ends; calls `onDone` once signed in. */
  signIn?: ComponentType<{ onDone: () => void }>;
  /** The help of the frame, for who works in a company. */
  help?: ComponentType<{ className: string | undefined }>;
} = {
  signIn: SignInAgain,
  banner: OverdueSlot,
  work: RunningWorkSlot,
  search: SearchSlot,
  help: ContactUs,
  news: NewsSlot,
  unread: UnreadCount,
};
