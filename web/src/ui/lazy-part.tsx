import { Component, use, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { textOf } from '../platform/i18n.ts';
import { loadPart, PartMissing } from '../platform/load-part.ts';
import { toasts } from './toasts.ts';

/** What a window is told by whoever opens it, where the part is one. */
interface Opening {
  opened?: boolean;
  onClose?: () => void;
}

/**
 * A part of a page that comes when it is wanted; whoever shows it waits with `Suspense`. One that does not come loads the
 * page again, as a page itself does, or else says so, leaves its place empty and is closed again: whoever opened it would
 * believe it open. Opened again it is asked for again, at a press and never by itself, because a browser that
 * remembers the failure has to reload the page. `prepare` loads it ahead, and nobody waits when it is wanted.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  onMissing?: () => void,
) {
  const ask = () => lazyOf(load);
  let Part = ask();
  function LazyPart(props: P) {
    const { opened, onClose } = props as Opening;
    const [isMissing, setMissing] = useState(false);
    const [wasOpened, setWasOpened] = useState(opened);
    if (opened !== wasOpened) {
      setWasOpened(opened);
      if (opened) setMissing(false);
    }
    if (isMissing) return null;
    const miss = () => {
      Part = ask();
      setMissing(true);
      onClose?.();
      onMissing?.();
    };
    return (
      <PartBoundary onMissing={miss}>
        <Part {...props} />
      </PartBoundary>
    );
  }
  LazyPart.prepare = () => Part.prepare();
  return LazyPart;
}

/**
 * The part itself, to be shown with the properties that it takes. Other than `lazy` of React it shows at once what has
 * come already: React holds back for 300 ms whatever waited, were it for a moment.
 */
export function lazyOf<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let coming: Promise<ComponentType<P>> | undefined;
  function Lazy(props: P) {
    const Part = use((coming ??= loadPart(load).then((file) => file.default)));
    return <Part {...props} />;
  }
  Lazy.prepare = () =>
    load().then(
      ({ default: value }) => {
        // What React marks a promise with that it has seen the end of: `use` of it never suspends.
        coming = Object.assign(Promise.resolve(value), { status: 'fulfilled', value });
      },
      () => undefined,
    );
  return Lazy;
}

/** Holds up what would take the whole screen with it: a part that did not come. Faults of the part itself go on. */
export class PartBoundary extends Component<
  { children: ReactNode; onMissing: () => void },
  { fault: { error: unknown } | null }
> {
  override state = { fault: null as { error: unknown } | null };

  static getDerivedStateFromError(error: unknown) {
    return { fault: { error } };
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof PartMissing)) return;
    toasts.error(textOf('ui', 'part_missing'), { id: 'part_missing' });
    this.props.onMissing();
  }

  override render() {
    const { fault } = this.state;
    if (fault && !(fault.error instanceof PartMissing)) throw fault.error;
    return fault ? null : this.props.children;
  }
}
