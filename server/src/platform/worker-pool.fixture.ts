import { readlinkSync } from 'node:fs';
import { getPriority } from 'node:os';
import { basename } from 'node:path';
import { threadId } from 'node:worker_threads';
import { serveTasks } from './serve-tasks.ts';

/** Ways in which the work of a thread can end, for the test of the pool. */
const tasks = {
  double: (value: number) => value * 2,
  thread: async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    return `${process.pid}.${threadId}`;
  },
  bytes: (length: number) => new Uint8Array(length).fill(7),
  priority: () => getPriority(Number(basename(readlinkSync('/proc/thread-self')))),
  environment: () => Object.keys(process.env),
  fail: (message: string) => {
    throw new RangeError(message);
  },
  hang: () => {
    for (;;);
  },
  exit: () => process.exit(3),
  throwLater: () => new Promise(() => setImmediate(() => JSON.parse('{'))),
  fillHeap: () => {
    const kept: object[] = [];
    for (let index = 0; ; index += 1) kept.push({ index, text: `text ${index}` });
  },
  fillOneArray: () => {
    const kept: object[] = [];
    for (const one = {}; ;) kept.push(one);
  },
  fillBuffers: async () => {
    const kept: Uint8Array[] = [];
    for (;;) kept.push(new Uint8Array(4_194_304).fill(1));
  },
};
export type FixtureTasks = typeof tasks;

serveTasks(tasks);
