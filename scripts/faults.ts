/** What may go wrong around the product, and which trial breaks it on purpose. Written into docs/faults.md. */
export interface Fault {
  name: string;
  /** What the product promises while it lasts and afterwards. */
  promise: string;
  /** The file of each trial and its tests by their titles; of an attack, its results by their names. */
  trials: Record<string, readonly string[]>;
}

export const FAULTS: Record<`F${number}`, Fault> = {
  F1: {
    name: 'the server is killed in the middle of signing many acts',
    promise: 'nothing acknowledged is lost, nothing is signed twice, the run goes on by itself',
    trials: {
      'server/test/kill.test.ts': [
        'kills of server and database lose nothing that was acknowledged and sign nothing twice',
      ],
    },
  },
  F2: {
    name: 'the database restarts under load',
    promise: '503 and no other failure, for ten seconds at most; nothing acknowledged is lost',
    trials: { 'server/attack/restarts.attack.ts': ['database_restarts'] },
  },
  F3: {
    name: 'the embedded database is killed',
    promise: 'it comes back by itself, and nothing acknowledged is lost',
    trials: {
      'server/src/platform/db/embedded/start-embedded-postgres.test.ts': [
        'three times kill -9 under writers: it comes back by itself and no acknowledged row is lost',
        'a backend that is busy while its server is killed does not hold up the recovery',
        'product and server killed together: the next start recovers',
      ],
    },
  },
  F4: {
    name: 'the power fails',
    promise: 'nothing acknowledged is lost, whatever was written and not synced is gone',
    trials: {
      'server/attack/power-loss.attack.ts': ['power_loss'],
      'server/attack/power-loss-of-product.attack.ts': ['power_loss_of_product'],
    },
  },
  F5: {
    name: 'a second process opens the embedded data',
    promise: 'it is refused with a sentence and changes nothing',
    trials: {
      'server/src/platform/db/embedded/start-embedded-postgres.test.ts': [
        'a second start on the same data is refused at once, here and in another process; a command may join',
      ],
      'server/src/platform/db/embedded/folder-lock.test.ts': [
        'of many that find a dead lock together, one gets the folder',
      ],
    },
  },
  F6: {
    name: 'the disk of the files is full',
    promise: '503 and no half file; a run waits and fails no row',
    trials: {
      'server/attack/disks.attack.ts': ['disks files full'],
      'server/test/faults.test.ts': [
        'a store that goes away in the middle of sending, signing and paying fails no row',
      ],
    },
  },
  F7: {
    name: 'the disk of the database is full',
    promise: '503, and nothing acknowledged is lost; it goes on by itself when there is space',
    trials: {
      'server/attack/disks.attack.ts': ['disks database full'],
      'server/test/faults.test.ts': ['answers %s, people are asked to come back and nothing is broken'],
    },
  },
  F8: {
    name: 'a disk fails to write back',
    promise: '503, and nothing acknowledged is lost; it goes on by itself when the disk is whole',
    trials: { 'server/attack/disks.attack.ts': ['disks database failing', 'disks files failing'] },
  },
  F9: {
    name: 'the bucket is away, slow, or says it has kept what it has not',
    promise: '503 within five seconds, other pages go on, runs wait and fail no row',
    trials: {
      'server/src/adapters/file-store/file-store.test.ts': [
        'that says it has taken a file and has not is found out before anybody relies on it',
        'that fails is left alone for a while: everybody is told at once',
        'that is silent is not waited for',
      ],
      'server/test/files-in-s3.test.ts': [
        'a run waits while the bucket %s, fails no row and ends when it is back',
        'the product lives over a bucket; while that is away, files are unavailable and nothing else is',
      ],
    },
  },
  F10: {
    name: 'the bank takes an order and does not answer',
    promise:
      'one order at the bank; it is asked about, never sent again, and left to a person after half an hour',
    trials: {
      'server/src/features/payments/payments.test.ts': [
        'takes the order and does not answer: it is asked, never sent to again',
        'has never heard of an order: it stays unknown, it may still be on its way',
        'was being spoken to when the process died: after a while the order is asked about',
        'says late that it accepted, or rejects what it has settled: what is final stays',
      ],
      'server/src/features/payments/pay-by-file.test.ts': [
        'an order whose bank is silent for half an hour is handed to a person, not sooner',
      ],
    },
  },
  F11: {
    name: 'the bank is away while many acts are paid',
    promise: 'each row has its own result, and asking again touches only the rest',
    trials: {
      'server/src/features/payments/payments.test.ts': [
        'never answers is not waited for: its order is asked about, the others go on',
        'keeps one order from going on does not keep the others from it',
      ],
      'server/attack/money.attack.ts': ['money'],
    },
  },
  F12: {
    name: 'the gateway of SMS or mail is away, slow or late',
    promise: 'a code is sent once while it is good, and not after it',
    trials: {
      'server/src/features/messages/messages.test.ts': [
        'SMSC: no money on the account is tried again, a forbidden text is not',
        'a box that is not there is final, a server that is away is tried again',
        'two processes send a message once; one that died leaves it to the next',
        'a code that nobody waits for any more is not sent late',
      ],
    },
  },
  F13: {
    name: 'НУЦ РК or ИС ЭСФ is away, slow or wrong',
    promise: 'no signature is taken without its proof; what was signed waits, and the page says for what',
    trials: {
      'server/src/features/signing/pending-proof.test.ts': [
        'the lists of revoked certificates where OCSP is %s',
        'waits while %s is %s, the act stands, and moves when the proof is there',
        'waits in a run in the middle of which %s, and fails no row',
      ],
      'server/src/features/esf/esf.test.ts': [
        'silent: what was signed stays, is shown, and goes when it answers',
      ],
      'server/src/adapters/nca/online/breaker.test.ts': [
        'one silence is enough, and nobody waits for it again',
      ],
    },
  },
  F14: {
    name: 'a worker is killed, or sleeps and wakes',
    promise: 'the run goes on elsewhere after its lease; who wakes writes nothing more',
    trials: {
      'server/src/platform/jobs/bulk.test.ts': [
        'in the middle leaves the rest to whoever looks next, and nothing is done twice',
        'for too long finds that another has taken over, and writes nothing more',
      ],
      'server/src/platform/db/database.test.ts': ['a change whose process sleeps gives up what it holds'],
    },
  },
  F15: {
    name: 'two processes get the same request at once',
    promise: 'it is done once, and both give the same answer',
    trials: {
      'server/test/races.test.ts': [
        'though both processes are asked at once: equal answers',
        'though a hundred pay it at once: two people, two tabs, two processes, the same click and the same key',
      ],
      'server/src/platform/jobs/bulk.test.ts': [
        'is one for a key, whoever starts it and how often; another request under it is refused',
      ],
    },
  },
  F16: {
    name: 'a run always fails',
    promise: 'it is tried less and less often, and the others have their turn',
    trials: {
      'server/src/platform/jobs/bulk.test.ts': [
        'is tried twice as late each time, up to half a minute, and later where nobody knows why',
        'again and again leaves the others their turn',
      ],
      'server/src/platform/jobs/watch.test.ts': [
        'a round that fails is told, and the next one comes; the other watchers do not notice',
      ],
    },
  },
  F17: {
    name: 'the database is migrated under load',
    promise: 'no request fails or waits longer than two seconds; what was cut off is taken up again',
    trials: {
      'server/attack/migrations.attack.ts': ['migrations'],
      'server/src/platform/db/migrations.test.ts': [
        'lets them by after a moment, and is tried again until the table is free',
        'changes rows in batches, goes on where it was cut off, and says how far it is',
      ],
    },
  },
  F18: {
    name: 'a new version of the pages comes while a form is open',
    promise: 'it is offered and never taken by itself; a missing part reloads the path once in ten seconds',
    trials: {
      'e2e/what-a-browser-does.spec.ts': [
        '9: a newer build is offered, never taken by itself',
        '8, 9: a part of a page that does not come reloads the path, and not again within ten seconds',
      ],
    },
  },
  F19: {
    name: 'the clock of a machine is wrong',
    promise: 'the process changes nothing and does nothing by itself until it is right',
    trials: {
      'server/test/faults.test.ts': [
        'that is %i seconds off stops every change and no read',
        'that goes wrong stops what the product does by itself, and going right sets it going again',
      ],
    },
  },
  F20: {
    name: 'midnight in Almaty, the end of a month, a leap day, the change of zone of 2024',
    promise: 'what is planned for a day is made on it, once, in order, also after a stop',
    trials: {
      'server/src/features/tariff/tariff.test.ts': [
        'what is planned waits for its midnight and is made once, by however many servers and after a week of silence',
      ],
      'shared/src/kernel/dates.test.ts': [
        'a moment of a letter is written as people there write it, over midnight too',
      ],
      'shared/src/features/tariff/tariff-calendar.test.ts': [
        'months are counted from the first day, whatever months are short',
      ],
      'server/src/features/tariff/tariff-histories.test.ts': [
        'whatever is asked, paid and slept through: no hole, no overlap, each change once, every sum to the tiyn',
      ],
    },
  },
  F21: {
    name: 'the network to the database is late or silent',
    promise: '503 in a bounded time, and it goes on by itself when the network is back',
    trials: {
      'server/attack/silent-network.attack.ts': ['silent_network'],
      'server/test/pools.test.ts': [
        'people who all wait for a table do not keep /ready waiting, and are answered when it is free',
      ],
    },
  },
  F22: {
    name: 'many times more requests than can be answered',
    promise:
      'signing, paying and signing in go on; lists are refused soon; half a minute later all is as before',
    trials: { 'server/attack/overload.attack.ts': ['overload'] },
  },
  F23: {
    name: 'many and hostile uploads',
    promise: 'memory and the time in which nothing else is answered are bounded',
    trials: {
      'server/attack/files.attack.ts': ['hostile_files'],
      'server/attack/bodies.attack.ts': ['bodies'],
    },
  },
  F24: {
    name: 'kept data are bad',
    promise: 'a changed or lost file is never served, and the list goes on',
    trials: {
      'server/src/platform/files/files.test.ts': ['a file that was changed or lost is never served'],
      'server/src/invariants/invariants.test.ts': ['files that are lost or changed'],
    },
  },
  F25: {
    name: 'server and files are lost',
    promise: 'the backup restores all but the last minute, and removes nothing of newer files',
    trials: {
      'server/attack/restore.attack.ts': ['server and files lost while acts are made'],
      'server/src/platform/backup/backup.test.ts': [
        'after the loss of the server and its files all is there that was acknowledged before the last log was kept',
        'a trial of a restore says and records whether it held, and leaves nothing behind',
      ],
    },
  },
  F26: {
    name: 'the operator errs: settings, keys, files or database of something else',
    promise: 'the start is refused with the cause before anything is changed',
    trials: {
      'server/src/platform/config.test.ts': [
        'a setting that is wrong or missing refuses the start and is named',
      ],
      'server/test/open-product.test.ts': [
        'a start is refused before the database is changed when %s',
        'a start is refused over files that are not those of the database',
        'a start is refused when a newer version has migrated the database',
      ],
      'server/src/cli/escrow.test.ts': [
        'the key is shown once, kept nowhere, and opens what is sealed, after a change of MASTER_KEY too',
        'another key opens nothing, and what cannot be done is said in a sentence',
      ],
    },
  },
  F27: {
    name: 'what others send comes twice, late and out of order',
    promise: 'the order ends as it would have by the right order',
    trials: {
      'server/src/features/payments/payments.test.ts': [
        'says late that it accepted, or rejects what it has settled: what is final stays',
        'has spoken is believed over the silence of another process that asked before',
      ],
      'server/test/races.test.ts': ['though the bank’s word comes to both processes at once'],
    },
  },
  F28: {
    name: 'work that goes on and on; how long is in proofs.md',
    promise: 'memory, connections, handles and drafts of files do not grow, and the invariants hold',
    trials: { 'server/attack/soak.attack.ts': ['soak'] },
  },
};
