import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresRefused } from './refusal.ts';

/** The system user PostgreSQL runs as, when that is not ourselves. */
export interface DatabaseUser {
  uid: number;
  gid: number;
}

export interface DataPlace {
  /** Holds `cluster/` (the database), `secrets.json`, `lock`, `postgres.log`. Absolute, without symbolic links. */
  folder: string;
  /** Set when we are root: PostgreSQL refuses to run as root. */
  user: DatabaseUser | null;
  /** The folder that was asked for, when the data had to go elsewhere. */
  moved_from: string | null;
}

/** `nobody` has this number on every Linux and needs no entry in /etc/passwd. */
const nobody: DatabaseUser = { uid: 65_534, gid: 65_534 };

/**
 * Where the data of `dataDir` really lie. An ordinary user has them there. Root has them there under `nobody`, save
 * when `nobody` may not enter (a project in /root, which is 0700): then in /var/lib, and `dataDir` remembers it.
 */
export function chooseDataPlace(dataDir: string): DataPlace {
  const asked = makeFolder(dataDir);
  if (process.getuid?.() !== 0) return ownPlace(asked);
  const owner = statSync(join(asked, 'cluster'), { throwIfNoEntry: false });
  const user = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody;
  const remembered = readPointer(asked);
  if (!remembered && canEnter(dirname(asked), user)) {
    chmodSync(asked, 0o711);
    return { folder: asked, user, moved_from: null };
  }
  if (owner)
    throw new EmbeddedPostgresRefused(
      `The database in ${asked} runs as user ${user.uid}, who may no longer enter that folder. ` +
        'Give the folders above it the right to be entered (chmod o+x), or start as its owner.',
    );
  const folder =
    remembered ?? `/var/lib/kelisim-${createHash('sha256').update(asked).digest('hex').slice(0, 12)}`;
  const place = makeFolder(folder);
  chmodSync(place, 0o711);
  writeFileSync(join(asked, 'moved-to'), `${place}\n`);
  return { folder: place, user: nobody, moved_from: asked };
}

/** Whether `user` may pass through `folder` and all above it, by owner, group and mode (as the kernel asks). */
export function canEnter(folder: string, user: DatabaseUser): boolean {
  const { uid, gid, mode } = statSync(folder);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  const above = dirname(folder);
  return (mode & bit) !== 0 && (above === folder || canEnter(above, user));
}

function ownPlace(folder: string): DataPlace {
  const cluster = join(folder, 'cluster');
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid;
  if (owner !== undefined && process.getuid && owner !== process.getuid())
    throw new EmbeddedPostgresRefused(
      `The database in ${cluster} belongs to another user (${owner}). Start Kelisim as that user or as root, ` +
        'or give it a folder of its own with DATA_DIR.',
    );
  return { folder, user: null, moved_from: null };
}

function makeFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK);
    return realpathSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new EmbeddedPostgresRefused(
      `The folder ${path} cannot be made or written (${code}). Give another one with DATA_DIR.`,
    );
  }
}

function readPointer(folder: string): string | null {
  try {
    return readFileSync(join(folder, 'moved-to'), 'utf8').trim();
  } catch {
    return null;
  }
}
