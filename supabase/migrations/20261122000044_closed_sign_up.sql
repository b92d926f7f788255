/* Refuses new accounts while sign-up is closed, however they are made: with an address to confirm or without, by a
   one-time code, anonymously, by OAuth. Allowed are invitations and the accounts of the edge function create-user, which
   marks them in app_metadata: only the secret key writes that. The auth server writes both later in its transaction, so
   this checks when the transaction ends. */
create or replace function private.refuse_closed_sign_up() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce((select sign_up_open from public.site_settings), true) then return null; end if;
  if exists (select 1 from auth.users u where u.id = new.id and u.invited_at is null
             and not coalesce(u.raw_app_meta_data, '{}') ? 'created_by') then
    raise exception 'Sign-up is closed' using errcode = '42501';
  end if;
  return null;
end $$;
