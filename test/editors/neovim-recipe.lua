-- What a user sees who has a recipe of docs/editors.md as the configuration of Neovim (0.8 or newer): prints one JSON object.
-- LSP_FILE is the page, LSP_TEXT a text of its template, LSP_EDITED what is written in its place; LSP_SCENE is one of those at the end.
local text, edited = vim.env.LSP_TEXT, vim.env.LSP_EDITED

local function fail(message)
  io.stderr:write(message .. '\n' .. vim.fn.execute('messages') .. '\n')
  vim.cmd('cquit 1')
end

local function wait_for(found, message)
  local value
  if not vim.wait(30000, function()
    value = found()
    return value
  end, 20) then fail(message) end
  return value
end

local function client() return (vim.lsp.get_clients or vim.lsp.get_active_clients)({ name = 'templens' })[1] end

--- The lines of the one floating window, which is closed.
local function float(message)
  local window = wait_for(function()
    for _, candidate in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(candidate).relative ~= '' then return candidate end
    end
  end, message)
  local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
  vim.api.nvim_win_close(window, true)
  return table.concat(lines, '\n')
end

local function go_to(place)
  if vim.fn.search('\\V' .. place, 'w') == 0 then fail('the page does not have the text ' .. place) end
end

local function diagnostics(message)
  return vim.tbl_filter(function(diagnostic) return diagnostic.message:find(message, 1, true) end, vim.diagnostic.get(0))
end

--- The lines (from 1) with a highlight of this name.
local function highlighted(namespace, group)
  local lines = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })) do
    if mark[4].hl_group == group then
      for line = mark[2] + 1, mark[4].end_row + (mark[4].end_col > 0 and 1 or 0) do lines[line] = true end
    end
  end
  return vim.tbl_count(lines) > 0 and lines or nil
end

--- Is the line with the text highlighted in one of the namespaces?
local function is_highlighted(place, namespaces, group, message)
  local lines = wait_for(function()
    for _, namespace in ipairs(namespaces()) do
      local found = highlighted(namespace, group)
      if found then return found end
    end
  end, message)
  return lines[vim.fn.search('\\V' .. place, 'nw')] == true
end

local function attached()
  return wait_for(function() return client() and client().initialized and client() end, 'the server did not start')
end

local function root()
  local folders = vim.lsp.buf.list_workspace_folders()
  return folders[1] or vim.NIL
end

local scenes = {}

function scenes.findings()
  attached()
  local out = { root = root() }
  go_to(text)
  vim.lsp.buf.hover()
  out.hover = float('there is no hover')
  local of_diagnostics = function() return vim.tbl_values(vim.api.nvim_get_namespaces()) end
  local faded = 'DiagnosticUnnecessary'
  out.template_is_faded = is_highlighted(text, of_diagnostics, faded, 'no hint is shown')
  out.content_is_faded = is_highlighted(vim.env.LSP_CONTENT, of_diagnostics, faded, 'no hint is shown')

  vim.cmd('%s/\\V' .. text .. '/' .. edited .. '/')
  wait_for(function() return diagnostics(edited)[1] end, 'there is no finding on the edited text')
  go_to(edited)
  vim.diagnostic.open_float({ scope = 'cursor' })
  out.finding = float('the finding is not shown')
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action) return action.title:find('Change the text to', 1, true) == 1 end,
  })
  wait_for(function() return vim.fn.search('\\V' .. edited, 'nw') == 0 end, 'the code action changed nothing')
  out.fixed = vim.fn.search('\\V' .. text, 'nw') > 0
  return out
end

function scenes.regions()
  attached()
  local drawn = function() return { vim.api.nvim_get_namespaces().templens } end
  return {
    template_is_drawn = is_highlighted(text, drawn, 'Comment', 'no region is drawn'),
    content_is_drawn = is_highlighted(vim.env.LSP_CONTENT, drawn, 'Comment', 'no region is drawn'),
  }
end

--- No server is attached where nvim-lspconfig finds no root.
function scenes.advice()
  local out = {
    advice = wait_for(function() return vim.fn.execute('messages'):match('[^\n]*templens.config.json[^\n]*') end, 'there is no advice'),
    root = root(),
  }
  vim.fn.writefile({ '{}' }, 'templens.config.json')
  vim.cmd('edit')
  out.root_after_advice = wait_for(function() return root() ~= vim.NIL and root() end, 'the advice did not help')
  go_to(text)
  vim.lsp.buf.hover()
  out.hover = float('there is no hover')
  return out
end

local ok, problem = xpcall(function()
  vim.o.swapfile = false
  vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.LSP_FILE))
  local out = scenes[vim.env.LSP_SCENE]()
  out.version = vim.fn.execute('version'):match('NVIM v[%d.]+')
  out.messages = vim.trim(vim.fn.execute('messages'))
  io.stdout:write(vim.fn.json_encode(out) .. '\n')
end, debug.traceback)
if not ok then fail(problem) end
vim.cmd('qall!')
