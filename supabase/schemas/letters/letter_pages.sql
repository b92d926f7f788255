-- The pages of letters. Readers see a letter from the moment on at which it is frozen: its page is made of its content.

-- The letters as their pages show them, each with the files that are left out.
create function public.get_letters()
returns table (id uuid, slug text, content jsonb, frozen_at timestamptz, withdrawn_files text[])
language sql stable security definer set search_path = ''
as $$
  select l.id, l.slug, l.content, l.frozen_at, private.withdrawn_files('letters', l.id::text)
  from public.letters l where l.frozen_at is not null and l.slug is not null
$$;
grant execute on function public.get_letters() to anon, authenticated;

-- As private.store_paths; mails have whole addresses.
create function private.store_letter_paths() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare given jsonb := to_jsonb(new) - array['html', 'plain_text']; stored jsonb := private.with_stored_paths(given);
begin
  if stored <> given then new := jsonb_populate_record(new, stored); end if;
  return new;
end $$;
create trigger addresses_as_paths before insert or update of blocks, content on public.letters
for each row execute function private.store_letter_paths();
create trigger update_media_references after insert or delete or update of blocks, content, frozen_at on public.letters
for each row execute function private.update_media_references('id');

-- Adds a letter to the outbox when what its page shows changes.
create function private.letter_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and (new.frozen_at, new.slug, new.subject, new.preview_text, new.content)
      is not distinct from (old.frozen_at, old.slug, old.subject, old.preview_text, old.content) then
    return null;
  end if;
  if tg_op <> 'INSERT' and old.frozen_at is not null or tg_op <> 'DELETE' and new.frozen_at is not null then
    perform private.enqueue('letters', coalesce(new.id, old.id)::text);
  end if;
  return null;
end $$;
create trigger letter_changed after insert or delete or update of frozen_at, slug, subject, preview_text, content on public.letters
for each row execute function private.letter_changed();
