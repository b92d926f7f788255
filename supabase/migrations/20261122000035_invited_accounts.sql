/* Drops the password of an account that is invited before its address was confirmed: the person who signed up with that address
   first chose it, and may not be its owner. The auth server keeps it, and accepting the invitation would make it work. */
create function private.drop_unconfirmed_password() returns trigger
language plpgsql set search_path = ''
as $$ begin new.encrypted_password := null; return new; end $$;
create trigger drop_unconfirmed_password before update of invited_at on auth.users
for each row when (new.invited_at is distinct from old.invited_at and new.email_confirmed_at is null)
execute function private.drop_unconfirmed_password();
