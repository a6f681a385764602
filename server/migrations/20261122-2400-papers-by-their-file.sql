-- Whose bytes these are: asked for each card, each download and each check of a paper, and answered so far by reading
-- every act and every signature of the company.
create index signatures_of_file on signatures (company_id, file_id);
create index acts_of_file on acts (company_id, frozen_file_id) where frozen_file_id is not null;
create index documents_of_file on documents (company_id, frozen_file_id) where frozen_file_id is not null;
