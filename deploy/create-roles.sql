-- The two roles of docs/operations.md and their database; psql reads the passwords from the environment.
\getenv owner_password OWNER_PASSWORD
\getenv password PASSWORD
create role kelisim_owner login password :'owner_password';
create role kelisim login password :'password';
create database kelisim owner kelisim_owner;
