import { makeTestApp, type TestApp, type TestAppOptions } from './make-app.ts';
import { makeDeal, type Deal } from './papers.ts';
import { makeCompany, makeExecutor } from './people.ts';
import type { CompanyOptions, ExecutorOptions, Person, TestCompany } from './people.ts';

interface DealApp {
  app: TestApp;
  company: TestCompany;
  deal: Deal;
  director: Person;
  executor: Person;
}

interface DealAppOptions {
  app?: TestAppOptions;
  company?: CompanyOptions;
  executor?: ExecutorOptions;
}

/** Starts a product with a company, its executor and the contract between them. Both sign by RSA unless told otherwise. */
export async function makeDealApp(options: DealAppOptions = {}): Promise<DealApp> {
  const app = await makeTestApp(options.app);
  const deal = await makeOwnDeal(app, options);
  const { company, executor } = deal;
  return { app, company, deal, director: company.director, executor: executor.person };
}

/** The same in an app that is there: for tests that each have a deal of their own. */
export async function makeOwnDeal(app: TestApp, options: Omit<DealAppOptions, 'app'> = {}): Promise<Deal> {
  const company = await makeCompany(app, { algorithm: 'rsa', ...options.company });
  const executor = await makeExecutor(app, company, { algorithm: 'rsa', ...options.executor });
  return makeDeal(app, company, executor);
}
