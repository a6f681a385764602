export { isSandbox } from './sandbox.data.ts';
export { NewcomerHelp, type SandboxHelpProps } from './newcomer-help.tsx';
