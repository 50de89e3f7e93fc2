# find_package(minipy) - what an installed minipy offers a CMake project:
#
#   minipy::minipy   the shared library
#   minipy::static   the archive: for a program, or inside a shared library or plugin
#   minipy_add_module(NAME source...)   an extension module, `import NAME`
#
# The folders follow from where this file lies, so that an installation can be moved.
get_filename_component(_minipy_libdir "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
get_filename_component(_minipy_prefix "${_minipy_libdir}/.." ABSOLUTE)

if(NOT TARGET minipy::minipy)
    add_library(minipy::minipy SHARED IMPORTED)
    set_target_properties(minipy::minipy PROPERTIES
        IMPORTED_LOCATION "${_minipy_libdir}/libminipy.so.@VERSION@"
        IMPORTED_SONAME "libminipy.so.@MAJOR@"
        INTERFACE_INCLUDE_DIRECTORIES "${_minipy_prefix}/include")
    add_library(minipy::static STATIC IMPORTED)
    set_target_properties(minipy::static PROPERTIES
        IMPORTED_LOCATION "${_minipy_libdir}/libminipy.a"
        INTERFACE_INCLUDE_DIRECTORIES "${_minipy_prefix}/include"
        # Extension modules find the functions of minipy.h in the program that holds them.
        INTERFACE_LINK_OPTIONS "LINKER:--export-dynamic-symbol=minipy_*"
        INTERFACE_LINK_LIBRARIES "gmp;m;dl;pthread")
endif()

set(minipy_EXTENSION_SUFFIX "@SUFFIX@")
set(minipy_MODULE_DIR "${_minipy_libdir}/minipy-3.11")

function(minipy_add_module name)
    add_library(${name} MODULE ${ARGN})
    target_include_directories(${name} PRIVATE "${_minipy_prefix}/include")
    set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX "${minipy_EXTENSION_SUFFIX}" C_VISIBILITY_PRESET hidden)
endfunction()
