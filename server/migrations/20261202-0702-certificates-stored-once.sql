-- In batches.
with chosen as (
  select company_id, id, certificate, sha256(certificate) as sha256 from signatures
  where certificate_sha256 is null order by id limit 500 for update
), kept as (
  insert into signing_certificates (sha256, der) select distinct sha256, certificate from chosen order by 1
  on conflict do nothing
)
update signatures s set certificate_sha256 = chosen.sha256, certificate = null
from chosen where s.company_id = chosen.company_id and s.id = chosen.id
