-- A CMS holds three certificates of a kilobyte each, of its signer, of the time stamp and of who answered for the signer, and
-- the same three lie in thousands of others. They are cut out of it, each leaves its SHA-256 in its place, and reading puts
-- them back: docs/decisions/0115-certificates-are-stored-once.md.
alter table signatures
  -- Where the digests begin in `cut_cms`, counted from 1, the last first.
  add column cut_cms bytea,
  add column cut_at integer[],
  -- Null where it is cut, so that nobody takes a part of it for the whole.
  alter column cms drop not null,
  add constraint signatures_have_one_cms
    check ((cms is null) = (cut_cms is not null) and (cut_cms is null) = (cut_at is null)) not valid;

-- The CMS of a signature, byte for byte as it was taken. Where a certificate is not found, its digest is left, and whoever
-- verifies the signature finds it broken.
create function cms_as_taken(cms bytea, cut_cms bytea, cut_at integer[]) returns bytea
language plpgsql stable parallel safe as $$
declare
  place integer;
  certificate bytea;
begin
  if cut_cms is null then
    return cms;
  end if;
  foreach place in array cut_at loop
    select der into certificate from signing_certificates where sha256 = substring(cut_cms from place for 32);
    if found then
      cut_cms := overlay(cut_cms placing certificate from place for 32);
    end if;
  end loop;
  return cut_cms;
end
$$;

create function signature_gives_its_cms_back() returns trigger language plpgsql as $$
begin
  if sha256(cms_as_taken(new.cms, new.cut_cms, new.cut_at)) is distinct from new.signature_digest then
    raise exception 'the CMS of the signature could not be put together again';
  end if;
  return new;
end
$$;
create trigger signature_gives_its_cms_back before insert on signatures
  for each row when (new.cut_cms is not null) execute function signature_gives_its_cms_back();

-- A process of the version before reads only whole ones; while one lives, nothing is cut.
alter table processes add column reads_cut_cms boolean not null default false;
