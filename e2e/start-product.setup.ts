import { findChromium } from './chromium.ts';
import { startProduct } from './product.ts';

/**
 * Once before all journeys: finds the browser and starts one product for them, both told to the workers through the
 * environment. With E2E_BASE_URL the journeys go to a product that runs already, whose data lie in E2E_DATA_DIR.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const { executable, environment } = await findChromium();
  process.env.E2E_CHROMIUM = executable;
  process.env.E2E_CHROMIUM_ENVIRONMENT = JSON.stringify(environment);
  if (process.env.E2E_BASE_URL) return undefined;
  const product = await startProduct();
  process.env.E2E_BASE_URL = product.url;
  process.env.E2E_DATA_DIR = product.dataDir;
  return () => product.stop();
}
