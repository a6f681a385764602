import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { colorSchemes } from '../platform/colors.ts';
import { theme } from './theme.ts';

/** What every component of Mantine needs around it. Not around the whole app: the first pages do without. */
export function Mantine({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
