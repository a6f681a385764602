/**
 * Every part on one page, to be looked at while it is being made: `npx vite web`, then `/src/ui/gallery/gallery.html`.
 * Only the development server knows this page; the build does not.
 */
import 'virtual:theme.css';
import '../mantine-base.ts';
import '../base.css';
import '../media.css';
import '../term-help.css';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { colorSchemes } from '../../platform/colors.ts';
import { startI18n } from '../../platform/i18n.ts';
import { theme } from '../theme.ts';
import { ToastArea } from '../toast-area.tsx';
import { FrameSample } from './frame-sample.tsx';
import { PartsSample } from './parts-sample.tsx';

await startI18n();
const part = new URLSearchParams(location.search).get('part');

createRoot(document.getElementById('root')!).render(
  <MantineProvider
    theme={theme}
    colorSchemeManager={colorSchemes}
    defaultColorScheme="auto"
    withCssVariables={false}
    withGlobalClasses={false}
  >
    {part === 'frame' ? <FrameSample /> : <PartsSample part={part ?? 'states'} />}
    <ToastArea />
  </MantineProvider>,
);
