import type { BrowserContext, Page } from '@playwright/test';

/** What a person feels of a page, as the browser itself counts it. */
export interface Felt {
  /** How far parts have moved without a person's doing (CLS). */
  shift: number;
  /** Until the largest part was painted. */
  largest_ms: number;
  /** Of tasks that held the page for more than 50 ms. */
  tasks: number[];
  /** By the number of the press: until its answer was painted. Those answered within a frame are not told. */
  presses: Record<number, number>;
}

interface Watched {
  felt?: Felt;
  timed?: Promise<number>;
}
type Timed = PerformanceEntry & { value: number; interactionId: number };

/** Runs in the page, before anything else. */
function watch(): void {
  const felt: Felt = { shift: 0, largest_ms: 0, tasks: [], presses: {} };
  (globalThis as Watched).felt = felt;
  const on = (type: string, take: (entry: Timed) => void) =>
    new PerformanceObserver((list) => (list.getEntries() as Timed[]).forEach(take)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit);
  on('layout-shift', ({ value }) => (felt.shift += value));
  on('largest-contentful-paint', ({ startTime }) => (felt.largest_ms = startTime));
  on('longtask', ({ duration }) => felt.tasks.push(duration));
  on('event', ({ interactionId: id, duration }) => {
    if (id) felt.presses[id] = Math.max(felt.presses[id] ?? 0, duration);
  });
}

export const watchFelt = (context: BrowserContext) => context.addInitScript(watch);

/** What was felt since the page began, or since the last time it was taken. */
export const takeFelt = (page: Page): Promise<Felt> =>
  page.evaluate(async () => {
    const felt = (globalThis as Watched).felt!;
    // What a press led to is told some frames after it was painted.
    for (let frame = 0; frame < 4; frame++) await new Promise((done) => requestAnimationFrame(done));
    const taken = { ...felt };
    Object.assign(felt, { shift: 0, tasks: [], presses: {} });
    return taken;
  });

/** When the first byte came and the first words were painted. */
export const readFirsts = (page: Page) =>
  page.evaluate(() => {
    const [way] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return { byte_ms: way!.responseStart, paint_ms: paint?.startTime ?? Number.NaN };
  });

interface Awaited {
  type: 'click' | 'keydown';
  /** What is in the page then, in CSS. */
  selector: string;
  /** Its words before the press. */
  unlike?: string | null;
}

/** From a press until a frame shows what it leads to, in milliseconds. */
export async function timePress(page: Page, wanted: Awaited, press: () => Promise<unknown>): Promise<number> {
  await page.evaluate(({ type, selector, unlike }) => {
    const isThere = () =>
      [...document.querySelectorAll(selector)].some(
        (one) => unlike === undefined || one.textContent !== unlike,
      );
    (globalThis as Watched).timed = new Promise((done) => {
      const begin = (event: Event) => {
        if (event instanceof KeyboardEvent && event.key === 'Control') return;
        removeEventListener(type, begin, true);
        const look = () => {
          if (isThere()) done(performance.now() - event.timeStamp);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      };
      addEventListener(type, begin, true);
    });
  }, wanted);
  await press();
  return page.evaluate(() => (globalThis as Watched).timed!);
}
