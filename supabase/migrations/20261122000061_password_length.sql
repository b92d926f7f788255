-- The minimum length of new passwords. The forms, create-user and the local auth server enforce it; on a hosted project
-- the auth server has a setting of its own.
alter table public.site_settings
  add column min_password_length integer not null default 6 check (min_password_length between 6 and 32);
