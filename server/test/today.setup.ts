import { readToday } from './today.ts';

readToday();
