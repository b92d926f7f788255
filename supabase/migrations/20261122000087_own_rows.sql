-- What people may write of their own: no request for a name that they can change themselves, no other uploader of a file.

alter policy "people ask for themselves" on public.name_requests
with check (profile_id = (select auth.uid()) and (select public.must_ask_for_name()));
alter policy "people change their own request" on public.name_requests
with check (profile_id = (select auth.uid()) and (select public.must_ask_for_name()));

-- An update changes the description of a file, never the file itself or its uploader, who becomes null when the account
-- is deleted.
create or replace function private.before_media_update() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_service() then return new; end if;
  new.id := old.id;
  new.created_at := old.created_at;
  new.storage_path := old.storage_path;
  new.thumbnail_path := old.thumbnail_path;
  new.filename := old.filename;
  new.mime_type := old.mime_type;
  new.size_bytes := old.size_bytes;
  new.uploaded_by := old.uploaded_by;
  return new;
end $$;
