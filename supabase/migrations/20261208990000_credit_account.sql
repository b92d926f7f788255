-- A writer without an author page stays in the credits of a story when somebody else is added to them.
alter table public.proposed_people
  add column profile_id uuid unique references public.profiles (id) on delete set null;

-- Makes a person of one who was proposed. A writer whose account has an author page by then is credited as that author.
-- Raises PT404 when they are gone, or are one already.
create or replace function public.confirm_person(p_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare proposed public.proposed_people; known uuid;
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors confirm people' using errcode = '42501';
  end if;
  delete from public.proposed_people where id = p_id returning * into proposed;
  if proposed.id is null then raise exception 'This person is gone' using errcode = 'PT404'; end if;
  select a.id into known from public.author_profiles a where a.profile_id = proposed.profile_id;
  if known is null then
    insert into public.author_profiles (id, name, slug, profile_id)
    values (p_id, proposed.name, '', proposed.profile_id);
  else
    insert into private.merged_people (from_id, into_id) values (p_id, known);
    update public.articles set credits = credits
    where credits @> jsonb_build_array(jsonb_build_object('person_id', p_id));
    update public.article_templates set credits = credits
    where credits @> jsonb_build_array(jsonb_build_object('person_id', p_id));
  end if;
end $$;
grant execute on function public.confirm_person(uuid) to authenticated;

/* The id that the owner of a story without credits has in them, once somebody else is credited: of the author whom the
   site names as the owner, or of a proposed person. Editors confirm that one by asking, unless others have the name.
   Contributors ask for themselves. Null for an account without a name. */
create or replace function public.credit_account(p_account uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare account public.profiles; person uuid; is_editor boolean := public.has_role('super_admin', 'editor');
begin
  if not (is_editor or (public.has_role('contributor') and p_account = (select auth.uid()))) then
    raise exception 'Only editors credit others' using errcode = '42501';
  end if;
  select * into account from public.profiles p where p.id = p_account and trim(p.full_name) <> '';
  if not found then return null; end if;
  select a.id into person from public.author_profiles a where a.profile_id = p_account;
  if person is null and account.name_confirmed then
    person := private.unclaimed_author(p_account, account.full_name);
  end if;
  if person is not null then return person; end if;
  insert into public.proposed_people (name, proposed_by, profile_id)
  values (account.full_name, (select auth.uid()), p_account)
  on conflict (profile_id) do update set name = excluded.name returning id into person;
  if is_editor and not private.is_name_of_another(account.full_name, p_account) then
    perform public.confirm_person(person);
  end if;
  return person;
end $$;
grant execute on function public.credit_account(uuid) to authenticated;
