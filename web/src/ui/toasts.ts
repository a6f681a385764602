/**
 * Short messages at the top right. Life of one: opening → (about 1 s) opened → its time runs → closing → (about
 * 1.2 s) closed and gone. The time stands still under the pointer or the focus and goes on after it.
 * Errors are kept in a list, so that nothing is lost by looking away.
 */
export type ToastKind = 'info' | 'success' | 'warning' | 'error' | 'question';
export type ToastPhase = 'opening' | 'opened' | 'closing' | 'closed';

export interface ToastInput {
  kind: ToastKind;
  title?: string;
  message: string;
  /** Milliseconds once it is opened; `false` stays until it is closed. */
  timeout_ms?: number | false;
  /** The same id again replaces the text and starts the time again, so twenty failures make one toast. */
  id?: string;
  action?: { label: string; run: () => void; keys?: string };
  onPhase?: (phase: ToastPhase) => void;
}

export interface Toast extends ToastInput {
  id: string;
  phase: ToastPhase;
  paused: boolean;
  at: Date;
  /** How long it lives once opened; null is without end. */
  life_ms: number | null;
}

const OPENING_MS = 1000;
const CLOSING_MS = 1200;
const KEPT_ERRORS = 50;

interface Clock {
  timer?: ReturnType<typeof setTimeout>;
  /** When the running time started, and what was left then. */
  since?: number;
  left_ms?: number;
}

let shown: readonly Toast[] = [];
let errors: readonly Toast[] = [];
let last = 0;
const clocks = new Map<string, Clock>();
const listeners = new Set<() => void>();

/** 3000 ms, and 100 ms for each character of title and message over thirty. */
export function toastLife(title: string, message: string): number {
  return 3000 + 100 * Math.max(0, title.length + message.length - 30);
}

function show(input: ToastInput): string {
  last += 1;
  const id = input.id ?? `toast-${last}`;
  const life_ms =
    input.timeout_ms === false ? null : (input.timeout_ms ?? toastLife(input.title ?? '', input.message));
  const before = shown.find((toast) => toast.id === id && toast.phase !== 'closing');
  forget(id);
  const toast: Toast = {
    ...input,
    id,
    life_ms,
    phase: before?.phase ?? 'opening',
    paused: false,
    at: new Date(),
  };
  shown = before
    ? shown.map((other) => (other === before ? toast : other))
    : [toast, ...shown.filter((t) => t.id !== id)];
  if (input.kind === 'error')
    errors = [toast, ...errors.filter((other) => other.id !== id)].slice(0, KEPT_ERRORS);
  if (before?.phase === 'opened') run(id, life_ms);
  else {
    input.onPhase?.('opening');
    clocks.set(id, { timer: setTimeout(() => opened(id), OPENING_MS) });
  }
  tell();
  return id;
}

function opened(id: string): void {
  const toast = enter(id, 'opened');
  if (toast && !toast.paused) run(id, toast.life_ms);
}

function run(id: string, left_ms: number | null): void {
  if (left_ms === null) return;
  clocks.set(id, { since: Date.now(), left_ms, timer: setTimeout(() => close(id), left_ms) });
}

/** Starts the end; closing what is closing changes nothing. */
function close(id: string): void {
  if (shown.find((toast) => toast.id === id)?.phase === 'closing') return;
  forget(id);
  if (!enter(id, 'closing')) return;
  clocks.set(id, { timer: setTimeout(() => closed(id), CLOSING_MS) });
}

function closed(id: string): void {
  forget(id);
  shown.find((toast) => toast.id === id)?.onPhase?.('closed');
  shown = shown.filter((toast) => toast.id !== id);
  tell();
}

/** Holds the time while somebody looks at it. */
function pause(id: string): void {
  const toast = shown.find((other) => other.id === id);
  if (!toast || toast.paused || toast.phase === 'closing') return;
  const clock = clocks.get(id);
  if (toast.phase === 'opened' && clock?.since !== undefined && clock.left_ms !== undefined) {
    clearTimeout(clock.timer);
    clocks.set(id, { left_ms: Math.max(0, clock.left_ms - (Date.now() - clock.since)) });
  }
  change(id, { paused: true });
}

function resume(id: string): void {
  const toast = shown.find((other) => other.id === id);
  if (!toast?.paused) return;
  change(id, { paused: false });
  if (toast.phase === 'opened') run(id, clocks.get(id)?.left_ms ?? toast.life_ms);
}

/** Escape closes the newest. */
function closeNewest(): boolean {
  const newest = shown.find((toast) => toast.phase !== 'closing');
  if (newest) close(newest.id);
  return newest !== undefined;
}

function enter(id: string, phase: ToastPhase): Toast | undefined {
  change(id, { phase });
  const toast = shown.find((other) => other.id === id);
  toast?.onPhase?.(phase);
  return toast;
}

function change(id: string, part: Partial<Toast>): void {
  shown = shown.map((toast) => (toast.id === id ? { ...toast, ...part } : toast));
  tell();
}

function forget(id: string): void {
  clearTimeout(clocks.get(id)?.timer);
  clocks.delete(id);
}

function tell(): void {
  for (const listener of listeners) listener();
}

function clearErrors(): void {
  errors = [];
  tell();
}

const of =
  (kind: ToastKind) =>
  (message: string, rest: Omit<ToastInput, 'kind' | 'message'> = {}) =>
    show({ ...rest, kind, message });

export const toasts = {
  show,
  info: of('info'),
  success: of('success'),
  warning: of('warning'),
  error: of('error'),
  question: of('question'),
  close,
  closeNewest,
  pause,
  resume,
  clearErrors,
  /** For `useSyncExternalStore`. */
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  shown: () => shown,
  errors: () => errors,
};
