-- Characters that no name may have, and letters that look like Latin ones, which the migration before left out
-- (HIDDEN_CHARACTERS, NOT_COMPARED and LOOKING_ALIKE in src/domain/person-name.ts; a test compares them).

create or replace function private.without_hidden_characters(name text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(name, '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u0378\u0379\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u180b-\u180f\u200b\u200e-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe-\uffff\U000110bd\U000110cd\U00013430-\U00013455\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U000e00ff\U000e01f0-\U0010ffff]', ' ', 'g')
$$;

/* Cherokee letters in both cases: not every collation knows their small ones. Of the last 27, outlined and raised
   capitals, NFKD makes Latin letters from Unicode 16 and 17 on. */
create or replace function private.name_key(name text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(translate(lower(regexp_replace(normalize(name, NFKD),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u02b0-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u206f\u20d0-\u20ff\u2800\u2e00-\u2e7f\u3000-\u303f\u3099-\u309c\ufe00-\ufe2f\ufeff\ufff9-\uffff\U000e0000-\U000e01ef]',
    '', 'g')), 'аαᴀɑᎪꭺꓮвβʙᏏꮟᏴᏼꓐсᴄᏟꮯꓚᴅᎠꭰꓓеεᴇᎬꭼꓰꜰꓝɢɡցᏀꮐᏳᏻꓖнһʜհᎻꮋᏂꮒꓧіιıɪɩᎥꭵᏆꮖꓲјᴊᎫꭻꓙкκᴋᏦꮶꓗӏʟᏞꮮꓡмᴍᎷꮇꓟηпɴոꓠоοᴏօꓳрρᴘᏢꮲꓑԛզʀᎡꭱᏒꮢꓣѕꜱᏕꮥᏚꮪꓢтτᴛᎢꭲꓔυᴜսꓴνᴠᏙꮩꓦԝᴡᎳꮃᏔꮤꓪхχꓫуʏᎩꭹᎽꮍꓬᴢᏃꮓꓜς𜳖𜳗𜳘𜳙𜳚𜳛𜳜𜳝𜳞𜳟𜳠𜳡𜳢𜳣𜳤𜳥𜳦𜳧𜳨𜳩𜳪𜳫𜳬𜳭𜳮𜳯꟱',
    'aaaaaaabbbbbbbbcccccddddeeeeeeffgggggggghhhhhhhhhiiiiiiiiiijjjjjkkkkkklllllmmmmmnnnnnoooooppppppqqrrrrrrsssssssttttttuuuuvvvvvwwwwwwwxxxyyyyyyyzzzzσabcdefghijklmnopqrstuvwxyzs'), '')
$$;

-- What is left of a name without its hidden characters may be that of an author: an editor confirms it again. The guard
-- of names takes those of a migration for confirmed, so that is undone.
do $$
declare renamed uuid[];
begin
  with cleaned as (
    update public.profiles
    set full_name = nullif(trim(private.without_hidden_characters(full_name)), '')
    where full_name <> private.without_hidden_characters(full_name)
    returning id
  )
  select array_agg(id) into renamed from cleaned;
  update public.profiles set name_confirmed = false where id = any (renamed);
end $$;
update public.author_profiles
set name = coalesce(nullif(trim(private.without_hidden_characters(name)), ''), 'Unnamed')
where name <> private.without_hidden_characters(name);
-- Nobody could accept these.
delete from public.name_requests where name <> private.without_hidden_characters(name);
