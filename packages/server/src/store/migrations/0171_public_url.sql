-- Address at which the installation was set up, if PUBLIC_URL was not given (CFG-167). null: the
-- default of CFG-002. PUBLIC_URL replaces it.
alter table instance add column public_url text;
