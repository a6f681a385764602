-- Why a trial of a restore failed, in a word that the pages have a sentence for. Null when it held, and for earlier trials.
alter table restore_trials
  add column fault text,
  add constraint restore_trials_fault_check check (fault in ('invariants', 'chain', 'none', 'key', 'foreign', 'damaged', 'log',
    'settings', 'away', 'room', 'database', 'broke_off')) not valid;
