alter table public.imports drop constraint imports_status_check;

alter table public.audit_log drop constraint audit_log_kind_check;

alter table public.audit_log add constraint audit_log_kind_check CHECK ((kind = ANY (ARRAY['sign-in'::text, 'account-created'::text, 'account-invited'::text, 'account-deleted'::text, 'role'::text, 'publish'::text, 'unpublish'::text, 'delete'::text, 'restore'::text, 'settings'::text, 'export'::text, 'second-factor'::text, 'session'::text, 'rights'::text, 'preview'::text, 'import'::text, 'import-undone'::text])));

alter table public.imports add column progress jsonb default '{}'::jsonb not null;

alter table public.imports add column error text;

alter table public.imports add column person_id uuid;

alter table public.imports add column beat_at timestamp with time zone default now() not null;

alter table public.imports add constraint imports_status_check CHECK ((status = ANY (ARRAY['running'::text, 'paused'::text, 'failed'::text, 'done'::text, 'undoing'::text, 'undone'::text])));

alter table public.imports add constraint imports_progress_check CHECK ((jsonb_typeof(progress) = 'object'::text));

alter table public.imports add constraint imports_error_check CHECK ((char_length(error) <= 2000));

alter table public.imports add constraint imports_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE SET NULL;

CREATE INDEX imports_person_id_idx ON public.imports USING btree (person_id);

CREATE OR REPLACE FUNCTION private.note_import_beat()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.beat_at := now();
  return new;
end $function$
;

revoke all on function private.note_import_beat() from public, anon, authenticated, service_role;

CREATE TRIGGER note_import_beat BEFORE UPDATE ON public.imports FOR EACH ROW EXECUTE FUNCTION private.note_import_beat();

CREATE OR REPLACE FUNCTION private.log_import()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare was text := case when tg_op = 'UPDATE' then old.status end;
begin
  if new.status = 'running' and (was is null or was in ('done', 'undone', 'undoing')) then
    perform private.add_audit_entry('import', 'imports', new.id::text, new.file_name,
      concat_ws(', ', new.format, nullif(new.source, new.file_name)), new.person_id);
  elsif new.status = 'undone' and was is distinct from 'undone' then
    perform private.add_audit_entry('import-undone', 'imports', new.id::text, new.file_name, null,
      -- Who undoes it in the admin is written before; npm run import writes nobody.
      case when was = 'undoing' then new.person_id end);
  end if;
  return null;
end $function$
;

revoke all on function private.log_import() from public, anon, authenticated, service_role;

CREATE TRIGGER log_import AFTER INSERT OR UPDATE OF status ON public.imports FOR EACH ROW EXECUTE FUNCTION private.log_import();
