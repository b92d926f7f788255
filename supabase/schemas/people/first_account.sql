/* The first account of a magazine without demo content: whoever starts it gets an address with a token, which makes one
   super admin. Only a hash of the newest token is kept, until it is used. */
create table private.first_account_token (token_hash bytea primary key);
create unique index first_account_token_single_idx on private.first_account_token ((true));
alter table private.first_account_token enable row level security;

-- Whether there is a super admin who can sign in: a magazine that was restored without its accounts has the profiles alone.
create function private.has_super_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.profiles p join auth.users u on u.id = p.id where p.role = 'super_admin');
end $$;

-- Makes a token; the former one ends. Null where there is a super admin already. With the secret key.
create function public.offer_first_account() returns text
language plpgsql security definer set search_path = ''
as $$
declare token text := encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex');
begin
  delete from private.first_account_token where true;
  if private.has_super_admin() then return null; end if;
  insert into private.first_account_token values (sha256(convert_to(token, 'UTF8')));
  return token;
end $$;
grant execute on function public.offer_first_account() to service_role;

/* Makes an account the first super admin, and ends the token; with p_profile null it only checks the token. Raises 42501
   for a token that is not the newest one, or was used. With the secret key. */
create function public.take_first_account(p_token text, p_profile uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The same lock as guard_profile: of two requests at once, the second finds the token used.
  perform pg_advisory_xact_lock(hashtext('mantel.last_super_admin'));
  if private.has_super_admin() then
    raise exception 'The first account of this magazine was made already. Please sign in, or ask a super admin for an account.'
      using errcode = '42501';
  end if;
  if not exists (select from private.first_account_token t where t.token_hash = sha256(convert_to(p_token, 'UTF8'))) then
    raise exception 'This address does not work any more. Start the magazine again, and open the one that it prints.'
      using errcode = '42501';
  end if;
  if p_profile is null then return; end if;
  delete from private.first_account_token where true;
  update public.profiles set role = 'super_admin', name_confirmed = true where id = p_profile;
end $$;
grant execute on function public.take_first_account(text, uuid) to service_role;
