-- Each home page asks which certificate the person signed with last.
create index signatures_of_person on signatures (user_id, signed_at desc);
