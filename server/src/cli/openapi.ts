/**
 * Writes what is made from the table of calls: docs/openapi.json, every call, the document for programs with a key, both
 * OpenAPI 3.1, and the files of the clients. `--check` only says whether they are current.
 * Usage: npm run openapi [-- --check]
 */
import { writeMade } from './made-files.ts';
import { OPENAPI_FILES } from './openapi-documents.ts';
import { SDK_FILES } from './sdk.ts';

writeMade({ ...OPENAPI_FILES, ...SDK_FILES }, 'npm run openapi');
